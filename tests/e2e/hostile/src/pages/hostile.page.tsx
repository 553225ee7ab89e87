import { useSearchParams } from '@kituo/sdk';
import { useState } from 'react';
import { attempts, deeds } from '../attempts.ts';

/** Tries everything that a section of others must not be able to, and says how it went. */
export function HostilePage() {
  const [query] = useSearchParams();
  const [results, setResults] = useState<readonly string[]>([]);
  const elsewhere = query.get('elsewhere') ?? '';
  const run = async () => {
    const told: string[] = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        told.push(`${name} GOT ${JSON.stringify(await attempt(elsewhere))}`);
      } catch (cause) {
        told.push(`${name} refused: ${cause instanceof Error ? cause.message : String(cause)}`);
      }
    }
    setResults([...told, 'done']);
  };
  if (query.get('crash') === 'yes') throw new Error('broken on purpose');
  return (
    <main>
      <h1>Hostile</h1>
      <button type="button" onClick={() => void run()}>
        attempt
      </button>
      {Object.entries(deeds).map(([name, deed]) => (
        <button key={name} type="button" onClick={() => setTimeout(deed, 50, elsewhere)}>
          {name}
        </button>
      ))}
      <ul>
        {results.map((result) => (
          <li key={result}>{result}</li>
        ))}
      </ul>
    </main>
  );
}
