import { Button, useText } from '@kituo/sdk';
import { type callTask, followApproval } from '@kituo/sdk/contracts';
import { AskReason, useAction } from '@kituo/sdk/page';
import { CALLS_TEXTS } from './calls-texts.ts';

interface Wish {
  readonly entryId: string;
  readonly applyType: 'KEEP' | 'RELEASE' | 'CLAIM_CUSTOMER';
}

/** Of the person that one works on: their owner asks to keep or to release them, others to have them. */
export function FollowApplyButtons({ lease: { entryId, isOwn } }: { readonly lease: callTask.Lease }) {
  const t = useText(CALLS_TEXTS);
  const apply = useAction({
    name: 'callFollowApply',
    words: t,
    endpoint: followApproval.apply,
    request: (wish: Wish, { reason }: { reason: string }) => ({ ...wish, reason }),
    facts: ({ applyType }) => ({ name: t(`calls.apply.${applyType}`) }),
  });
  if (!apply.isPermitted) return null;
  const types: readonly Wish['applyType'][] = isOwn ? ['KEEP', 'RELEASE'] : ['CLAIM_CUSTOMER'];
  return (
    <>
      {types.map((applyType) => (
        <Button
          key={applyType}
          variant="minimal"
          text={t(`calls.apply.${applyType}`)}
          onClick={() => {
            apply.open({ entryId, applyType });
          }}
        />
      ))}
      <AskReason action={apply} />
    </>
  );
}
