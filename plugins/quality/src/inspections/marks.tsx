import { Button, InputGroup, useText } from '@kituo/sdk';
import type { inspection } from '@kituo/sdk/contracts';
import { useState } from 'react';
import { clockText } from './clock-text.ts';

/** Moments of the recording with a note each; the next one is marked where the sound is. */
export function Marks(props: {
  /** Where the sound is, in seconds. */
  readonly at: number;
  readonly onChange: (marks: readonly inspection.Mark[]) => void;
}) {
  const t = useText();
  const [marks, setMarks] = useState<readonly inspection.Mark[]>([]);
  const [note, setNote] = useState('');
  const change = (next: readonly inspection.Mark[]) => {
    setMarks(next);
    props.onChange(next);
  };
  const label = t('inspection.markNote', { time: clockText(props.at) });
  return (
    <div className="kp-field" role="group" aria-label={t('inspection.marks')}>
      <ul className="kp-facts">
        {marks.map((mark) => (
          <li key={`${mark.atSeconds} ${mark.note}`}>
            {clockText(mark.atSeconds)} {mark.note}{' '}
            <Button
              size="small"
              variant="minimal"
              text={t('inspection.markRemove')}
              onClick={() => {
                change(marks.filter((one) => one !== mark));
              }}
            />
          </li>
        ))}
      </ul>
      <InputGroup
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={note}
        onValueChange={setNote}
        rightElement={
          <Button
            size="small"
            variant="minimal"
            text={t('inspection.mark')}
            disabled={note.trim() === ''}
            onClick={() => {
              change([...marks, { atSeconds: Math.floor(props.at), note: note.trim() }]);
              setNote('');
            }}
          />
        }
      />
    </div>
  );
}
