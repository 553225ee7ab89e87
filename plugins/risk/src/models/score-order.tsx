import { Button, useText } from '@kituo/sdk';
import { riskModel } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { Typed } from '../parts/line-fields.tsx';
import { ScoreOf } from './score-of.tsx';

/** One past order as the model in force scores it now; nothing is kept. */
export function ScoreOrder({ ruleId }: { readonly ruleId: string }) {
  const t = useText();
  const [orderNo, setOrderNo] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const detail = useDetail(riskModel.score, asked === null ? null : { ruleId, orderNo: asked });
  return (
    <>
      <div className="rk-line">
        <Typed label="orderNo" value={orderNo} max={64} onChange={setOrderNo} />
        <Button
          text={t('model.scoreOrder')}
          disabled={orderNo.trim() === ''}
          loading={detail.isLoading}
          onClick={() => {
            setAsked(orderNo.trim());
          }}
        />
      </div>
      {asked !== null && <Answered detail={detail}>{(trace) => <ScoreOf trace={trace} />}</Answered>}
    </>
  );
}
