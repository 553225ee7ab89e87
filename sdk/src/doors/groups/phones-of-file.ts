/** Pure. The first cell of each line as a number of ours; what is none is counted, a heading aside. */
export function phonesOfFile(text: string): { readonly phones: readonly string[]; readonly invalid: number } {
  const cells = text
    .split(/\r?\n/)
    .map((line) => (line.split(/[,;\t]/)[0] ?? '').replace(/["'\s+-]/g, ''))
    .filter((cell) => cell !== '');
  const numbers = cells.map((cell) => {
    if (/^254\d{9}$/.test(cell)) return cell;
    if (/^0[17]\d{8}$/.test(cell)) return `254${cell.slice(1)}`;
    return /^[17]\d{8}$/.test(cell) ? `254${cell}` : null;
  });
  const phones = [...new Set(numbers.filter((one) => one !== null))];
  const isHeaded = numbers[0] === null && /[a-z]/i.test(cells[0] ?? '');
  return { phones, invalid: numbers.filter((one) => one === null).length - (isHeaded ? 1 : 0) };
}
