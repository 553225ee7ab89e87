/** Several people as one subject: `Achieng Otieno, Brian Kamau, Chebet Koech +7` */
export function namesOf(records: readonly { readonly realName: string }[]): string {
  const names = records.slice(0, 3).map(({ realName }) => realName);
  const others = records.length - names.length;
  return names.join(', ') + (others > 0 ? ` +${others}` : '');
}
