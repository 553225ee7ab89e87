import { Late } from '../parts/late-part.tsx';
import type { AttachedFile, FileFieldProps } from './file-fields.tsx';
import { lateForm } from './late-form.ts';

/**
 * One file, uploaded as soon as it is chosen, outside of a form of the kit; null while there is none.
 *
 * @example <AttachFile label={t('voucher')} subjectType="order" subjectNo={orderNo} value={voucher} onChange={setVoucher} />
 */
export function AttachFile(
  props: Pick<FileFieldProps, 'subjectType' | 'subjectNo' | 'rule'> & {
    readonly label: string;
    readonly value: AttachedFile | null;
    readonly onChange: (file: AttachedFile | null) => void;
  },
) {
  const { label, value, onChange, ...of } = props;
  return (
    <Late late={lateForm}>
      {({ attachedOf, Picked }) => (
        <Picked
          {...of}
          controlled={{
            label,
            value,
            isDisabled: false,
            onChange: (chosen) => {
              onChange(attachedOf(chosen));
            },
          }}
        />
      )}
    </Late>
  );
}
