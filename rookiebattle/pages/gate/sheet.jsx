import { isIn } from "./people.js";
import { wordsOf } from "./words.jsx";

// The day's sheet, for a pen: everybody with a verdict and a box.
export function PaperSheet({ people, timeOf }) {
  return (
    <table className="gate-paper">
      <thead>
        <tr>
          <th scope="col">Here</th>
          <th scope="col">Name</th>
          <th scope="col">Verdict</th>
        </tr>
      </thead>
      <tbody>
        {people.map((one) => (
          <tr key={one.userId}>
            <td>{isIn(one) ? "☑" : "☐"}</td>
            <td>{one.name}</td>
            <td>{wordsOf(one, timeOf)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
