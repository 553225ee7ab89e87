import type { ParsedRequestOf, riskPricing } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { saveDraft, submitVersion } from '../../platform/configuration/index.ts';
import { priceFamily } from '../price-rules/index.ts';

/** A merchant's matrix as its next version, before an approver. */
interface NewMatrix {
  readonly merchantNo: string;
  readonly value: riskPricing.PriceMatrix;
  readonly effectiveFrom: string;
  readonly reason: string;
}

/**
 * An import and a rollback have codes of their own, which their endpoints asked for: what they lead to is a version
 * like one that was typed.
 */
function asSaving(call: CommandContext): CommandContext {
  const codes = new Set([...call.caller.codes, priceFamily.access.save]);
  return { ...call, caller: { ...call.caller, codes } };
}

/** @throws AppError CONFIG_OPEN, PRICE_MISSING, PRICE_OUTSIDE_PRODUCT, PRODUCT_WITHOUT_TERMS, REFERENCE_UNKNOWN */
export async function submitMatrix({ merchantNo, ...form }: NewMatrix, call: CommandContext) {
  const saving = asSaving(call);
  const draft = await saveDraft({ configKey: priceFamily.key, subjectNo: merchantNo, ...form }, saving);
  const { versionId, version } = draft;
  const { versionNo, versionStatus } = await submitVersion({ versionId, version }, saving);
  return { versionId, versionNo, versionStatus };
}

/** @throws AppError REFERENCE_UNKNOWN, and what `submitMatrix` throws */
export async function saveMatrix(form: ParsedRequestOf<typeof riskPricing.save>, call: CommandContext) {
  if (!seesMerchant(call.caller.scope, form.merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  return await submitMatrix(form, call);
}
