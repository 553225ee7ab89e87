import { appContent, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, FileReply } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { pdfOf } from '../../platform/pdf/index.ts';
import { shownMoment } from '../../platform/policy/index.ts';

type Asked = ParsedRequestOf<typeof appContent.contractForApp>;

/** The heading that a line of a contract is; null for a line of text. */
export const contractHeading = (line: string): string | null =>
  appContent.isHeading(line) ? appContent.headingText(line) : null;

/** The contract of an order as it was signed; to its own merchant's app in full. @throws AppError NOT_FOUND */
export async function readContract(
  { orderNo }: Asked,
  { db, caller }: Call,
): Promise<ReplyOf<typeof appContent.contractForApp>> {
  const signed = await db
    .selectFrom('orderContract as k')
    .innerJoin('loanOrder as o', 'o.orderNo', 'k.orderNo')
    .select(['o.merchantNo', 'k.contractTitle', 'k.contractText', 'k.versionNo', 'k.signedAt'])
    .where('k.orderNo', '=', orderNo)
    .executeTakeFirst();
  if (!signed || !seesMerchant(caller.scope, signed.merchantNo)) throw new AppError('NOT_FOUND');
  const { contractTitle: title, contractText: text, versionNo, signedAt } = signed;
  return { title, text, versionNo, signedAt: signedAt.toISOString() };
}

/** @throws AppError NOT_FOUND */
export async function contractAsPdf({ orderNo }: Asked, call: Call): Promise<FileReply> {
  const { title, text, versionNo, signedAt } = await readContract({ orderNo }, call);
  const content = await pdfOf({
    title,
    madeAt: new Date(signedAt),
    facts: [
      ['Order', orderNo],
      ['Version', String(versionNo)],
      ['Agreed on', `${shownMoment(new Date(signedAt))} EAT`],
    ],
    paragraphs: text.split('\n'),
    headingOf: contractHeading,
  });
  return { fileName: `${orderNo}.pdf`, contentType: 'application/pdf', content };
}
