import { Button, callFile, eatDay, saveFile, useText } from '@kituo/sdk';
import { prepaid } from '@kituo/sdk/contracts';
import { useState } from 'react';
import { Part } from '../parts/part.tsx';

const MONTHS = 12;

/** The months of the last year, this one first: `2026-11`. */
function monthsBefore(day: string): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** A month's statement as a file. */
export function Statement({ merchantNo }: { readonly merchantNo: string }) {
  const t = useText();
  const months = monthsBefore(eatDay());
  const [month, setMonth] = useState(months[0] ?? '');
  const download = (format: 'pdf' | 'xlsx') => {
    void callFile(prepaid.statement, { merchantNo, month, format }).then(saveFile, () => undefined);
  };
  return (
    <Part title={t('service.statement')}>
      <div className="kp-pair">
        <select
          className="bp6-input"
          aria-label={t('service.month')}
          value={month}
          onChange={({ currentTarget }) => setMonth(currentTarget.value)}
        >
          {months.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <Button text="PDF" onClick={() => download('pdf')} />
        <Button text="XLSX" onClick={() => download('xlsx')} />
      </div>
    </Part>
  );
}
