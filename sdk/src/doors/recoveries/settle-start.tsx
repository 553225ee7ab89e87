import { Button, Dialog, DialogBody, FormGroup, InputGroup, useText } from '@kituo/sdk';
import type { WriteOff } from '@kituo/sdk/payments';
import { useState } from 'react';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';

/** Asks for which order payments are allocated, before their form opens. */
export function SettleStart(props: {
  readonly writeOff: WriteOff;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { writeOff, isOpen, onClose } = props;
  const t = useText(RECOVERIES_TEXTS);
  const [orderNo, setOrderNo] = useState('');
  return (
    <Dialog className="kp-dialog" isOpen={isOpen} title={t('settle.start')} transitionDuration={100} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          writeOff.open({ orderNo: orderNo.trim(), billNo: null });
        }}
      >
        <DialogBody>
          <FormGroup label={t('field.orderNo')} labelFor="settle-order">
            <InputGroup id="settle-order" maxLength={64} value={orderNo} onValueChange={setOrderNo} />
          </FormGroup>
        </DialogBody>
        <div className="kp-foot">
          <Button text={t('deduction.cancel')} onClick={onClose} />
          <Button type="submit" intent="primary" text={t('settle.continue')} disabled={orderNo.trim() === ''} />
        </div>
      </form>
    </Dialog>
  );
}
