/** Letters that read as themselves and are plainly not from a locale file. */
const ACCENTED = new Map(
  [...'aeiouyncszAEIOUYNCSZ'].map((letter, place) => [letter, [...'áéíóúýñçšžÁÉÍÓÚÝÑÇŠŽ'][place]]),
);

/**
 * A text as no language has it, a third longer and in brackets: what stands without them on a page does not
 * come from a locale file. What is filled in stays as it is where it holds no such letter.
 */
export function pseudoText(text: string): string {
  if (text.trim() === '') return text;
  const accented = [...text].map((letter) => ACCENTED.get(letter) ?? letter).join('');
  return `[${accented}${'·'.repeat(Math.ceil(text.length / 3))}]`;
}
