const BOXES = 'input[type="checkbox"][name^="chosen-"]:checked';

function chosenBeside(element) {
  const boxes = [...element.closest("form").querySelectorAll(BOXES)];
  return boxes.map(({ name }) => name.replace("chosen-", ""));
}

// A button that tells the ids of the chosen rows of its form, for an act beside the form's own.
export function ChosenButton({ onChosen, children, ...rest }) {
  return (
    <button
      {...rest}
      type="button"
      onClick={({ currentTarget }) => onChosen(chosenBeside(currentTarget))}
    >
      {children}
    </button>
  );
}

// A link to a path that takes the ids of the chosen rows of its form, such as their download.
export function ChosenLink({ path, children, ...rest }) {
  const aim = ({ currentTarget: link }) => {
    const asked = new URLSearchParams();
    for (const id of chosenBeside(link)) asked.append("ids", id);
    link.href = `${path}?${asked}`;
  };

  return (
    <a {...rest} href={path} onClick={aim}>
      {children}
    </a>
  );
}
