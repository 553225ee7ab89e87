import { Button, EatTime, useText } from '@kituo/sdk';
import { change, contactRight, type customerManage, type ReplyOf } from '@kituo/sdk/contracts';
import { type AttachedFile, fieldsOf, FormDialog, useAction } from '@kituo/sdk/page';
import { CERTIFICATE } from '../feedback/feedback.form.tsx';
import { Part } from '../parts/part.tsx';

type Card = ReplyOf<typeof customerManage.one>;
interface LiftValues extends Record<string, unknown> {
  readonly reason: string;
  readonly voucherIds: AttachedFile | null;
}
const Lift = fieldsOf<LiftValues>();

/** What stands against contacting a customer, each with the request to lift it, and whether they agreed to offers. */
export function ContactPreferences({ card }: { readonly card: Card }) {
  const t = useText();
  const { blocks, offersAgreedAt, row } = card;
  const lift = useAction({
    name: 'liftBlock',
    endpoint: contactRight.blockLift,
    request: ({ blockId }: Card['blocks'][number], { reason, voucherIds }: LiftValues) => ({
      blockId,
      reason,
      voucherIds: voucherIds === null ? [] : [voucherIds.attachId],
    }),
    facts: ({ blockKind }) => ({ name: t(`blockKind.${blockKind}`) }),
    waitsIn: change.changeFamilies.contactBlock,
  });
  return (
    <Part title={t('customers.contact')}>
      <p>
        {offersAgreedAt === null ? t('customers.noOffers') : t('customers.offersSince')}{' '}
        {offersAgreedAt !== null && <EatTime at={offersAgreedAt} />}
      </p>
      {blocks.length === 0 && <p className="kp-muted">{t('customers.noBlocks')}</p>}
      <ul className="kp-facts">
        {blocks.map((block) => (
          <li key={block.blockId}>
            {t(`blockKind.${block.blockKind}`)} {block.note}{' '}
            {lift.isPermitted && block.blockKind !== 'DISPUTE' && (
              <Button
                size="small"
                variant="minimal"
                text={lift.label}
                aria-label={`${lift.label}: ${t(`blockKind.${block.blockKind}`)}`}
                onClick={() => {
                  lift.open(block);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <FormDialog action={lift} defaults={(): LiftValues => ({ reason: '', voucherIds: null })}>
        <p>{t('customers.liftEffect')}</p>
        <Lift.Text name="reason" isLong maxLength={200} />
        <Lift.File name="voucherIds" subjectType="serviceVoucher" subjectNo={row.merchantNo} rule={CERTIFICATE} />
      </FormDialog>
    </Part>
  );
}
