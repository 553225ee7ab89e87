import { type ParsedRequestOf, paymentVisual } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics, CommandContext } from '../../../http/implement.ts';
import * as z from 'zod/mini';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { methodsOf, needMerchant, offeredMethods } from './read.ts';

type Shown = paymentVisual.ShownMethod;

const payload = z.strictObject({
  ...z.omit(paymentVisual.save.request, { reason: true }).shape,
  makerUserNo: z.string(),
});
type Payload = z.output<typeof payload>;

/** The methods that are shown, in their order: what the person who decides reads. */
const namesOf = (methods: readonly Shown[]): string[] =>
  methods.flatMap(({ method, isShown }) => (isShown ? [method] : []));

/** Customers are left at least one way to pay. @throws AppError NO_METHOD_VISIBLE */
async function refuseNone(
  db: Queryable,
  services: CallBasics['services'],
  { merchantNo, methods }: Payload,
): Promise<void> {
  const offered = await offeredMethods(db, services, merchantNo);
  if (methods.some(({ method, isShown }) => isShown && offered.has(method))) return;
  throw new AppError('NO_METHOD_VISIBLE', { fields: ['methods'] });
}

/** What customers see of the ways to pay: two people agree. */
export const visualKind: ChangeKind<Payload> = {
  kind: 'paymentVisual.save',
  family: 'paymentVisual',
  title: { en: 'Payment methods', zh: '支付方式展示' },
  checkerCode: 'afterLoan:paymentVisual:audit',
  payload,
  lapsesAfterHours: 24,
  async describe(db, { merchantNo, methods }, scope) {
    const { merchantName } = await needMerchant(db, merchantNo, scope);
    const now = await methodsOf(db, merchantNo);
    return {
      subjectNo: merchantNo,
      subjectName: merchantName,
      before: { paymentMethods: namesOf(now.methods) },
      after: { paymentMethods: namesOf(methods) },
      concerns: [],
      merchantNos: [merchantNo],
      state: { version: now.version },
    };
  },
  async apply(of, call) {
    const { tx, services, caller } = call;
    const { merchantNo, methods, makerUserNo } = of;
    await needMerchant(tx, merchantNo, caller.scope);
    await refuseNone(tx, services, of);
    const before = await methodsOf(tx, merchantNo);
    const written = { methods: JSON.stringify(methods), updatedBy: makerUserNo, updatedAt: new Date() };
    await tx
      .insertInto('paymentVisual')
      .values({ merchantNo, ...written })
      .onConflict((conflict) =>
        conflict
          .column('merchantNo')
          .doUpdateSet((eb) => ({ ...written, version: eb('paymentVisual.version', '+', 1) })),
      )
      .execute();
    await writeAudit(tx, call, {
      action: 'paymentVisual.save',
      subjectType: 'paymentVisual',
      subjectNo: merchantNo,
      merchantNo,
      before: { paymentMethods: namesOf(before.methods) },
      after: { paymentMethods: namesOf(methods) },
    });
    return { merchantNo };
  },
};

/** @throws AppError NOT_FOUND, NO_METHOD_VISIBLE, CHANGE_WAITING */
export async function askForVisual(
  { reason, ...of }: ParsedRequestOf<typeof paymentVisual.save>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  return { changeNo: await requestChange(visualKind, { ...of, makerUserNo: call.caller.userNo }, call, reason) };
}
