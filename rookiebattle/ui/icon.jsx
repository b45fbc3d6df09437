// A drawing of the sprite. The text beside it, or the label of its button, says what it means.
export function Icon({ sprite, name }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
