import { startOfBusinessDate } from '../../platform/policy/index.ts';
import type { OrderRecord } from './read.ts';

/** What may be told to a customer about their application, in both languages of the company's calls. */
export interface Sentence {
  readonly en: string;
  readonly sw: string;
}

/** What a returned application has to be given again. */
export interface WantedAnew {
  readonly bankCard: boolean;
  readonly payoutType: boolean;
}

const dayIn = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    timeZone: 'Africa/Nairobi',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
const english = dayIn('en-GB');
const swahili = dayIn('sw-KE');

type Told = Pick<OrderRecord, 'orderStatus' | 'lendingTime' | 'refusedAt' | 'coolOffUntil' | 'returnedUntil'>;

/** One sentence for each state; never a reason, a code or a name. */
export function sentenceOf(order: Told, wanted: WantedAnew | null): Sentence {
  switch (order.orderStatus) {
    case 'MACHINE_REVIEW':
    case 'TO_ALLOCATE':
    case 'PENDING_REVIEW':
      return {
        en: 'Your application is being reviewed. We will tell you the result.',
        sw: 'Ombi lako linakaguliwa. Tutakujulisha matokeo.',
      };
    case 'MACHINE_REFUSED':
      return {
        en: 'Your application was not approved.',
        sw: 'Ombi lako halikuidhinishwa.',
      };
    case 'REFUSED':
      return refused(order);
    case 'RETURNED':
      return returned(order, wanted);
    case 'PENDING_DISBURSEMENT':
    case 'DISBURSING':
      return {
        en: 'Your loan is approved and is being disbursed.',
        sw: 'Mkopo wako umeidhinishwa na unatumwa.',
      };
    case 'DISBURSE_FAILED':
      return {
        en: 'Your loan is approved. Its payout is delayed and we are working on it.',
        sw: 'Mkopo wako umeidhinishwa. Malipo yamechelewa na tunayashughulikia.',
      };
    case 'DISBURSED':
      return onDay(order.lendingTime, {
        en: (day) => `Your loan was disbursed on ${day}.`,
        sw: (day) => `Mkopo wako ulitumwa tarehe ${day}.`,
      });
    case 'CLOSED':
      return { en: 'Your loan is repaid in full.', sw: 'Mkopo wako umelipwa wote.' };
    case 'VOIDED':
      return {
        en: 'Your application was closed without a disbursement. You can apply again.',
        sw: 'Ombi lako lilifungwa bila kutumwa kwa pesa. Unaweza kuomba tena.',
      };
  }
}

function refused({ refusedAt, coolOffUntil }: Told): Sentence {
  const from = coolOffUntil === null ? refusedAt : startOfBusinessDate(coolOffUntil);
  return onDay(from, {
    en: (day) => `Your application was not approved. You can apply again from ${day}.`,
    sw: (day) => `Ombi lako halikuidhinishwa. Unaweza kuomba tena kuanzia tarehe ${day}.`,
  });
}

function returned({ returnedUntil }: Told, wanted: WantedAnew | null): Sentence {
  const parts = [
    ...(wanted?.bankCard ? [{ en: 'the bank card', sw: 'kadi ya benki' }] : []),
    ...(wanted?.payoutType ? [{ en: 'the payout type', sw: 'njia ya kupokea pesa' }] : []),
  ];
  const en = parts.length === 0 ? 'the requested information' : parts.map((part) => part.en).join(' and ');
  const sw = parts.length === 0 ? 'tuliyoomba' : parts.map((part) => part.sw).join(' na ');
  return onDay(returnedUntil, {
    en: (day) => `Please correct your application: ${en}. Resubmit it by ${day}.`,
    sw: (day) => `Ombi lako linahitaji kurekebishwa: ${sw}. Liwasilishe tena kabla ya ${day}.`,
  });
}

function onDay(
  instant: Date | null,
  say: { readonly en: (day: string) => string; readonly sw: (day: string) => string },
): Sentence {
  const at = instant ?? new Date();
  return { en: say.en(english.format(at)), sw: say.sw(swahili.format(at)) };
}
