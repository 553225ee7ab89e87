/** What customers call a channel, the same in every language. */
const NAMES: Readonly<Record<string, string>> = { MPESA: 'M-Pesa', AIRTEL: 'Airtel Money' };

/** A payment as people name it, `M-Pesa SGR7XYZ`; one of a bank by its serial number alone. */
export const shownSerial = (paymentChannel: string, paymentCode: string): string =>
  [NAMES[paymentChannel], paymentCode].filter((part) => part !== undefined).join(' ');
