const SHILLINGS = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/** Cents of shillings as they are typed; null for what is no amount, or 0. */
export function typedCents(typed: string): number | null {
  const [, whole, fraction = ''] = SHILLINGS.exec(typed.trim().replaceAll(',', '')) ?? [];
  const cents = whole === undefined ? 0 : Number(whole + fraction.padEnd(2, '0'));
  return cents === 0 ? null : cents;
}
