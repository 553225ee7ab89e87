import { call, type CallOptions } from '../../api/call.ts';
import type { Endpoint, RequestOf } from '../../contracts/endpoint.ts';
import { DRY_RUN_HEADER, SEEN_HEADER } from '../../contracts/endpoint.ts';
import { type CommandPreview, commandPreview } from '../../contracts/preview.ts';

/**
 * What a command would do, with nothing written and no key spent: for commands whose contract offers it.
 *
 * @throws ApiError as {@link call}, for all that the command itself would be refused for
 * @example const preview = await previewCommand(payment.writeOffCommit, form);
 */
export async function previewCommand<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<CommandPreview> {
  const headers = { ...options.headers, [DRY_RUN_HEADER]: '1' };
  const reply: unknown = await call(endpoint, request, { ...options, headers });
  return commandPreview.parse(reply);
}

/**
 * The options of a commit that was previewed: it is refused with STATE_MOVED where it would start from another
 * state than the person saw.
 *
 * @example await call(payment.writeOffCommit, form, asSeen(preview));
 */
export function asSeen({ seen }: Pick<CommandPreview, 'seen'>): Pick<CallOptions, 'headers'> {
  return { headers: { [SEEN_HEADER]: seen } };
}
