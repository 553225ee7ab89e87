/** The number of each bank in Kenya's clearing, as the Central Bank gives them; Pesalink routes by them as well. */
export const CLEARING_CODES: Readonly<Record<string, string>> = {
  KCB: '01',
  ABSA: '03',
  NCBA: '07',
  COOP: '11',
  EQUITY: '68',
};
