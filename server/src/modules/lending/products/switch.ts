import type { ParsedRequestOf, product } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { lockProduct, readProduct, versionsInForce } from './store.ts';

const payload = z.strictObject({ productNo: z.string() });
type Payload = z.output<typeof payload>;

/** What is lent is decided by two people; open orders are untouched either way. */
function switchKind(kind: string, isEnabled: boolean, title: ChangeKind['title']): ChangeKind<Payload> {
  return {
    kind,
    family: 'product',
    title,
    checkerCode: 'operation:product:audit',
    payload,
    async describe(db, { productNo }, scope) {
      const before = await readProduct(db, productNo, scope);
      return {
        subjectNo: productNo,
        subjectName: before.productName,
        before: { isEnabled: before.isEnabled },
        after: { isEnabled },
        concerns: [],
        merchantNos: [before.merchantNo],
        state: { version: before.version },
      };
    },
    async apply({ productNo }, call) {
      const { tx, caller } = call;
      const before = await lockProduct(tx, productNo, caller.scope);
      if (before.isEnabled === isEnabled) throw new AppError('NOTHING_CHANGES');
      const inForce = await versionsInForce(tx, [productNo], new Date());
      if (isEnabled && !inForce.has(productNo)) throw new AppError('PRODUCT_WITHOUT_TERMS');
      await tx
        .updateTable('loanProduct')
        .set((eb) => ({ isEnabled, version: eb('version', '+', 1) }))
        .where('productNo', '=', productNo)
        .execute();
      await writeAudit(tx, call, {
        action: isEnabled ? 'product.enabled' : 'product.disabled',
        subjectType: 'product',
        subjectNo: productNo,
        merchantNo: before.merchantNo,
        before: { isEnabled: before.isEnabled },
        after: { isEnabled },
      });
      return { productNo, isEnabled };
    },
  };
}

export const enableProductKind = switchKind('product.enable', true, {
  en: 'Start lending product',
  zh: '启用贷款产品',
});
export const disableProductKind = switchKind('product.disable', false, {
  en: 'Stop lending product',
  zh: '停用贷款产品',
});

/** @throws AppError PRODUCT_NOT_FOUND, NOTHING_CHANGES, PRODUCT_WITHOUT_TERMS, CHANGE_WAITING */
export async function askToSwitch(
  kind: ChangeKind<Payload>,
  { productNo, reason }: ParsedRequestOf<typeof product.enable>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  return { changeNo: await requestChange(kind, { productNo }, call, reason) };
}
