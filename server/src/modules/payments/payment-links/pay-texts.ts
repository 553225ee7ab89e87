/** The languages of customers. */
export type PayLanguage = 'en' | 'sw';

/** Why a request could not be sent, or how the last one ended. */
export type PayNotice = 'cancelled' | 'funds' | 'pin' | 'unreached' | 'failed' | 'unsure' | 'refused' | 'often';

interface PayTexts {
  readonly title: string;
  readonly lender: (name: string) => string;
  readonly pays: string;
  readonly due: (day: string) => string;
  readonly overdue: (day: string) => string;
  readonly rest: string;
  readonly phone: (phone: string) => string;
  readonly button: string;
  readonly until: (time: string) => string;
  readonly byHand: string;
  readonly paybill: string;
  readonly account: string;
  readonly help: string;
  readonly other: string;
  readonly waiting: readonly [title: string, text: string];
  readonly refresh: string;
  readonly paid: readonly [title: string, text: string];
  readonly receipt: string;
  readonly expired: readonly [title: string, text: string];
  readonly revoked: readonly [title: string, text: string];
  readonly nothing: readonly [title: string, text: string];
  readonly unknown: readonly [title: string, text: string];
  readonly limited: readonly [title: string, text: string];
  readonly notices: Readonly<Record<PayNotice, string>>;
}

const en: PayTexts = {
  title: 'Loan payment',
  lender: (name) => `Payment to ${name}`,
  pays: 'This pays',
  due: (day) => `Due ${day}`,
  overdue: (day) => `Overdue since ${day}`,
  rest: 'Rounding, kept as your credit',
  phone: (phone) => `M-Pesa will ask for your PIN on ${phone}.`,
  button: 'Pay with M-Pesa',
  until: (time) => `Valid until ${time} EAT`,
  byHand: 'Or pay in the M-Pesa menu',
  paybill: 'Paybill',
  account: 'Account',
  help: 'Questions? Call',
  other: 'Kiswahili',
  waiting: ['Check your phone', 'Enter your M-Pesa PIN to pay. This page updates when the payment arrives.'],
  refresh: 'Check again',
  paid: ['Payment received', 'Thank you. The payment is on your loan.'],
  receipt: 'M-Pesa receipt',
  expired: ['This link has expired', 'Ask us for a new one, or pay in the M-Pesa menu.'],
  revoked: ['This link is no longer valid', 'Ask us for a new one.'],
  nothing: ['Nothing to pay', 'This loan is fully paid.'],
  unknown: ['Link not found', 'Open the link exactly as it is in our message.'],
  limited: ['Too many requests', 'Wait a minute, then open the link again.'],
  notices: {
    cancelled: 'The payment was cancelled on the phone. You can try again.',
    funds: 'Not enough money in M-Pesa. Top up, then try again.',
    pin: 'Wrong M-Pesa PIN. You can try again.',
    unreached: 'The phone could not be reached. Switch it on, then try again.',
    failed: 'The payment did not go through. You can try again.',
    unsure: 'No answer from M-Pesa yet. If you have an M-Pesa receipt, do not pay again.',
    refused: 'No request can be sent to this phone now. Pay in the M-Pesa menu.',
    often: 'Too many requests. Wait 10 minutes, or pay in the M-Pesa menu.',
  },
};

const sw: PayTexts = {
  title: 'Malipo ya mkopo',
  lender: (name) => `Malipo kwa ${name}`,
  pays: 'Malipo haya ni ya',
  due: (day) => `Inalipwa ${day}`,
  overdue: (day) => `Imechelewa tangu ${day}`,
  rest: 'Salio, linabaki kwenye akaunti yako',
  phone: (phone) => `M-Pesa itaomba PIN yako kwenye ${phone}.`,
  button: 'Lipa kwa M-Pesa',
  until: (time) => `Hadi saa ${time} EAT`,
  byHand: 'Au lipa kwenye menyu ya M-Pesa',
  paybill: 'Nambari ya biashara (Paybill)',
  account: 'Nambari ya akaunti',
  help: 'Maswali? Piga simu',
  other: 'English',
  waiting: ['Angalia simu yako', 'Weka PIN yako ya M-Pesa ili kulipa. Ukurasa huu utabadilika malipo yakifika.'],
  refresh: 'Angalia tena',
  paid: ['Malipo yamepokelewa', 'Asante. Malipo yamewekwa kwenye mkopo wako.'],
  receipt: 'Risiti ya M-Pesa',
  expired: ['Kiungo hiki kimeisha muda', 'Tuombe kipya, au lipa kwenye menyu ya M-Pesa.'],
  revoked: ['Kiungo hiki hakitumiki tena', 'Tuombe kipya.'],
  nothing: ['Hakuna cha kulipa', 'Mkopo huu umelipwa wote.'],
  unknown: ['Kiungo hakijapatikana', 'Fungua kiungo kama kilivyo kwenye ujumbe wetu.'],
  limited: ['Maombi ni mengi mno', 'Subiri dakika moja, kisha fungua kiungo tena.'],
  notices: {
    cancelled: 'Malipo yameghairiwa kwenye simu. Unaweza kujaribu tena.',
    funds: 'Pesa hazitoshi kwenye M-Pesa. Ongeza pesa, kisha ujaribu tena.',
    pin: 'PIN ya M-Pesa si sahihi. Unaweza kujaribu tena.',
    unreached: 'Simu haipatikani. Iwashe, kisha ujaribu tena.',
    failed: 'Malipo hayakufaulu. Unaweza kujaribu tena.',
    unsure: 'M-Pesa haijajibu bado. Ukiwa na risiti ya M-Pesa, usilipe tena.',
    refused: 'Ombi haliwezi kutumwa kwa simu hii sasa. Lipa kwenye menyu ya M-Pesa.',
    often: 'Maombi ni mengi mno. Subiri dakika 10, au lipa kwenye menyu ya M-Pesa.',
  },
};

export const PAY_TEXTS: Readonly<Record<PayLanguage, PayTexts>> = { en, sw };
