import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { PaymentPromptTable } from './tables.ts';
import { advance, type Machine } from '../../../state-machine/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { payLink } from './link-store.ts';
import { paymentPromptMachine } from './payment-prompt.machine.ts';

export type Prompt = Selectable<PaymentPromptTable>;
type CommandOf<M> = M extends Machine<string, infer Command> ? Command : never;
export type PromptCommand = CommandOf<typeof paymentPromptMachine>;

/** Undefined where there is none. */
export async function lockPrompt(tx: Tx, promptNo: string): Promise<Prompt | undefined> {
  return await tx
    .selectFrom('paymentPrompt')
    .selectAll()
    .where('promptNo', '=', promptNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Moves a locked prompt, and tells of its end. @throws AppError ILLEGAL_TRANSITION */
export async function movePrompt(
  tx: Tx,
  prompt: Prompt,
  command: PromptCommand,
  facts: Partial<Pick<Prompt, 'requestId' | 'resultCode' | 'resultText' | 'paymentCode' | 'sentAt'>> = {},
): Promise<void> {
  const { promptNo, merchantNo, orderNo, amountCents, linkNo, promptStatus: before } = prompt;
  const promptStatus = advance(paymentPromptMachine, before, command);
  const isOver = promptStatus === 'PAID' || promptStatus === 'FAILED' || promptStatus === 'EXPIRED';
  await tx
    .updateTable('paymentPrompt')
    .set((eb) => ({
      ...facts,
      promptStatus,
      version: eb('version', '+', 1),
      ...(isOver && { finishedAt: new Date() }),
    }))
    .where('promptNo', '=', promptNo)
    .execute();
  if (!isOver) return;
  if (promptStatus === 'PAID' && linkNo !== null) await payLink(tx, linkNo);
  await publishEvent(tx, {
    topic: `prompt.${command}`,
    subjectType: 'prompt',
    subjectNo: promptNo,
    merchantNo,
    before: { promptStatus: before },
    after: { promptStatus, orderNo, amountCents },
  });
}
