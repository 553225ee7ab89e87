import { quantile } from 'simple-statistics';
import { tokenOf } from '../e2e/support/staff.ts';
import type { EngineStation } from './engine-station.ts';
import type { Served } from './orders-server.ts';
import { moneyQuestionsOf } from './money-questions.ts';
import { type KnownThings, questionsOf, requestsOf } from './orders-questions.ts';
import { atMost, inMs, inMsFine, table, type Verdict } from './report.ts';
import { type Answered, steadyLoad, type Request } from './steady-load.ts';

const PER_SECOND = 50;
const P95_MS = 150;
/** One question is asked so often automatically, to tell what it costs. */
const ALONE = 12;

const p95Of = (answered: readonly Answered[]) =>
  quantile(
    answered.map(({ milliseconds }) => milliseconds),
    0.95,
  );
const medianOf = (answered: readonly Answered[]) =>
  quantile(
    answered.map(({ milliseconds }) => milliseconds),
    0.5,
  );

/** An order in the middle of the book, and its customer. */
async function knownThings({ opened: { db } }: EngineStation): Promise<KnownThings> {
  const { made } = await db
    .selectFrom('loanOrder')
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .executeTakeFirstOrThrow();
  const row = await db
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .select(['o.orderNo', 'o.thirdPartyOrderNo', 'c.phone', 'c.idCardNo'])
    .where('o.thirdPartyOrderNo', 'is not', null)
    .where('o.merchantNo', '=', 'M0001')
    .orderBy('o.orderNo')
    .offset(Math.floor(Number(made) / 50))
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...row, thirdPartyOrderNo: row.thirdPartyOrderNo ?? '' };
}

/** What each question costs when nothing else is asked. */
async function measureAlone({ url, work }: Served, requests: readonly Request[], answered: readonly Answered[]) {
  const lines: string[][] = [];
  for (const requested of requests) {
    const before = work();
    await steadyLoad(url, [requested], { perSecond: 20, seconds: ALONE / 20 });
    const after = work();
    const each = (part: 'server' | 'database') => inMsFine(((after[part] - before[part]) / ALONE) * 1000);
    const under = answered.filter(({ name }) => name === requested.name);
    lines.push([requested.name, inMs(medianOf(under)), inMs(p95Of(under)), each('server'), each('database')]);
  }
  console.log(`\n${table([['question', 'p50', 'p95', 'alone: server', 'database'], ...lines])}`);
}

/** Order lists over the book of a million, every filter in turn, 50 requests a second. */
export async function measureLists(
  station: EngineStation,
  served: Served,
  { isQuick }: { readonly isQuick: boolean },
): Promise<readonly Verdict[]> {
  const lists = questionsOf(await knownThings(station), new Date());
  const asked: Request[][] = [];
  for (const questions of lists) {
    const token = await tokenOf(served.url, questions.userName);
    asked.push([...requestsOf(questions, token)]);
  }
  const requests = asked.flat();
  await steadyLoad(served.url, requests, { perSecond: 10, seconds: requests.length / 10 });
  const before = served.work();
  const seconds = isQuick ? 10 : 30;
  const answered = await steadyLoad(served.url, requests, { perSecond: PER_SECOND, seconds });
  const after = served.work();
  await measureAlone(served, requests, answered);
  const each = (part: 'server' | 'database') => inMsFine(((after[part] - before[part]) / answered.length) * 1000);
  console.log(
    `\n${answered.length} requests at ${PER_SECOND}/s, processor a request: server ${each('server')}, database ${each('database')}`,
  );
  const verdicts = lists.map(({ list }) => {
    const own = answered.filter(({ name }) => name.startsWith(`${list}: `));
    return atMost(`${list}, p95`, p95Of(own), P95_MS, inMs);
  });
  return [...verdicts, atMost('all order lists, p95', p95Of(answered), P95_MS, inMs)];
}

/** Lists of both desks in turn, slowly enough that none queues behind another. */
const MONEY_PER_SECOND = 20;
const MAX_BESIDE_REVIEW = 2;

/** The lists of the money desk beside those of reviews in the same run: p95 of each at most twice theirs. */
export async function measureMoneyLists(
  station: EngineStation,
  served: Served,
  { isQuick }: { readonly isQuick: boolean },
): Promise<readonly Verdict[]> {
  const known = await knownThings(station);
  const now = new Date();
  const requestsFor = async (lists: ReturnType<typeof questionsOf>) => {
    const asked: Request[][] = [];
    for (const questions of lists)
      asked.push([...requestsOf(questions, await tokenOf(served.url, questions.userName))]);
    return asked.flat();
  };
  const money = moneyQuestionsOf(known, now);
  const requests = [...(await requestsFor(questionsOf(known, now))), ...(await requestsFor(money))];
  await steadyLoad(served.url, requests, { perSecond: 10, seconds: requests.length / 10 });
  const answered = await steadyLoad(served.url, requests, { perSecond: MONEY_PER_SECOND, seconds: isQuick ? 15 : 60 });
  const isOf = (list: string) => (one: Answered) => one.name.startsWith(`${list}: `);
  const review = p95Of(answered.filter((one) => !money.some(({ list }) => isOf(list)(one))));
  console.log(`\nReview lists in the same run: p95 ${inMs(review)}`);
  await measureAlone(
    served,
    requests.filter((one) => money.some(({ list }) => one.name.startsWith(`${list}: `))),
    answered,
  );
  return money.map(({ list }) =>
    atMost(`${list}, p95 beside the review lists`, p95Of(answered.filter(isOf(list))) / review, MAX_BESIDE_REVIEW),
  );
}
