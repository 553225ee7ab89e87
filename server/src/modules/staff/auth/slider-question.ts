import { randomInt } from 'node:crypto';
import type { ReplyOf, auth } from '@kituo/sdk/contracts';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { newSecret } from '../../platform/access/index.ts';
import { issueTicket, noSlider, SLIDER_SECONDS } from './slider.ts';

/** The slider check for people who cannot see it: a short sum in words, to be heard and answered. */

const NUMBERS = {
  en: [
    'zero',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
    'thirteen',
    'fourteen',
    'fifteen',
    'sixteen',
    'seventeen',
    'eighteen',
    'nineteen',
    'twenty',
  ],
  zh: [
    '零',
    '一',
    '二',
    '三',
    '四',
    '五',
    '六',
    '七',
    '八',
    '九',
    '十',
    '十一',
    '十二',
    '十三',
    '十四',
    '十五',
    '十六',
    '十七',
    '十八',
    '十九',
    '二十',
  ],
} as const;

const SENTENCES = {
  en: {
    plus: (one: string, other: string) => `How much is ${one} plus ${other}?`,
    minus: (one: string, other: string) => `How much is ${one} minus ${other}?`,
    without: (one: string, other: string) =>
      `There are ${one} letters on a desk and ${other} are taken away. How many stay?`,
    more: (one: string, other: string) => `Which number is ${other} more than ${one}?`,
  },
  zh: {
    plus: (one: string, other: string) => `${one}加${other}等于几？`,
    minus: (one: string, other: string) => `${one}减${other}等于几？`,
    without: (one: string, other: string) => `桌上有${one}封信，拿走${other}封，还剩几封？`,
    more: (one: string, other: string) => `比${one}多${other}的数是几？`,
  },
} as const;

const KINDS = ['plus', 'minus', 'without', 'more'] as const;

function compose(lang: 'en' | 'zh'): { question: string; answer: number } {
  const kind = KINDS[randomInt(KINDS.length)] ?? 'plus';
  const one = randomInt(11, 21);
  const other = randomInt(2, 10);
  const word = (value: number): string => NUMBERS[lang][value] ?? String(value);
  const isSum = kind === 'plus' || kind === 'more';
  return {
    question: SENTENCES[lang][kind](word(one), word(other)),
    answer: isSum ? one + other : one - other,
  };
}

export async function dealQuestion(db: Database, lang: 'en' | 'zh'): Promise<ReplyOf<typeof auth.slider>> {
  const { question, answer } = compose(lang);
  const sliderId = newSecret();
  const expiresAt = new Date(Date.now() + SLIDER_SECONDS * 1000);
  await db.insertInto('sliderCheck').values({ sliderId, notchLeft: 0, answer, expiresAt }).execute();
  return { ...noSlider, required: true, sliderId, question, expiresInSeconds: SLIDER_SECONDS };
}

/** One try a question, like a picture. Answers a ticket. Throws SLIDER_EXPIRED, SLIDER_ANSWER_WRONG. */
export async function judgeAnswer(db: Database, sliderId: string, answer: number): Promise<string> {
  const dealt = await db
    .deleteFrom('sliderCheck')
    .where('sliderId', '=', sliderId)
    .where('ticketHash', 'is', null)
    .where('answer', 'is not', null)
    .where('expiresAt', '>', new Date())
    .returning('answer')
    .executeTakeFirst();
  if (!dealt) throw new AppError('SLIDER_EXPIRED');
  if (dealt.answer !== answer) throw new AppError('SLIDER_ANSWER_WRONG');
  return issueTicket(db, 'question');
}
