import { Callout, useText } from '@kituo/sdk';
import type { ApiError } from '@kituo/sdk';
import type { orderAudit } from '@kituo/sdk/contracts';
import { useStepName } from '../file/step-name.ts';

/** Everything the last attempt was refused for, each with a jump to where it is fixed. */
export function Missing(props: {
  readonly error: ApiError;
  readonly panel: orderAudit.Panel;
  readonly onJump: (field: string) => void;
}) {
  const { error, panel } = props;
  const t = useText();
  const stepNameOf = useStepName();
  const nameOf = (field: string): string => {
    const [first = '', second = ''] = field.split('.');
    const step = first === 'steps' ? panel.steps[Number(second)] : undefined;
    if (first === 'steps') return step === undefined ? t('review.steps') : stepNameOf(step);
    if (first !== 'payee') return t(`field.${first}`);
    const part = { '': 'payoutType', evidenceAttachId: 'evidence', bankName: 'bank' }[second];
    return `${t('payee.title')}: ${t(`field.${part ?? second}`)}`;
  };
  return (
    <Callout intent="danger" icon={null} role="alert" className="of-missing-list">
      {error.fields.length === 0 ? (
        error.msg
      ) : (
        <ul className="kp-facts">
          {error.fields.map(({ field, msg }) => (
            <li key={field}>
              <button
                type="button"
                className="ks-link-button"
                onClick={() => {
                  props.onJump(field);
                }}
              >
                {nameOf(field)}
              </button>{' '}
              {msg}
            </li>
          ))}
        </ul>
      )}
    </Callout>
  );
}
