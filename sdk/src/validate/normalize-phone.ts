/** Makes 2547… of a typed 07…, +254 7… or 7…; anything else comes back without its separators. */
export function normalizePhone(typed: string): string {
  const digits = typed.replace(/[\s()+-]/g, '');
  if (/^0\d{9}$/.test(digits)) return `254${digits.slice(1)}`;
  if (/^[17]\d{8}$/.test(digits)) return `254${digits}`;
  return digits;
}
