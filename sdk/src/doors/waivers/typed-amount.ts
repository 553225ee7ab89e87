const SHILLINGS = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/** Cents of shillings as they are typed; 0 for an empty field, null for what is no amount. */
export function typedAmount(typed: string): number | null {
  const plain = typed.trim().replaceAll(',', '');
  if (plain === '') return 0;
  const [, whole, fraction = ''] = SHILLINGS.exec(plain) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(2, '0'));
}
