import { useState } from 'react';
import { useText } from '../texts.ts';
import { calculate } from './calculate.ts';

/** A line to type a sum into, with its result below. */
export function Calculator() {
  const t = useText();
  const [line, setLine] = useState('');
  const result = calculate(line);
  const shown = result?.toLocaleString('en-KE', { maximumFractionDigits: 6 }) ?? '-';
  return (
    <div className="k-calculator">
      <input
        className="bp6-input bp6-fill"
        autoFocus
        inputMode="decimal"
        aria-label={t('misc.sum')}
        placeholder="12,500 * 3 + 15%"
        value={line}
        onChange={(event) => setLine(event.currentTarget.value)}
      />
      <output aria-live="polite">= {shown}</output>
    </div>
  );
}
