// A link to a path that takes the ids of the chosen rows of its form, such as their download.
export function ChosenLink({ path, children, ...rest }) {
  const aim = ({ currentTarget: link }) => {
    const form = link.closest("form");
    const boxes = form.querySelectorAll('input[type="checkbox"][name^="chosen-"]:checked');
    const asked = new URLSearchParams();
    for (const box of boxes) asked.append("ids", box.name.replace("chosen-", ""));
    link.href = `${path}?${asked}`;
  };

  return (
    <a {...rest} href={path} onClick={aim}>
      {children}
    </a>
  );
}
