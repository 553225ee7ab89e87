const HEADING = /^(?:#{1,3}\s+|(?:\d+|[IVX]+)(?:\.\d+)*[.)]?\s+(?=\p{L}))/u;
const MOST = 80;

/** Pure: whether a line heads what follows: numbered, marked or in capitals, short, and no sentence. */
export function isHeading(line: string): boolean {
  if (line.length > MOST || /[.;:,]$/.test(line)) return false;
  return (
    HEADING.test(line) ||
    (/^[^\d]*\p{L}{3}[^\d]*$/u.test(line) && line === line.toUpperCase() && line !== line.toLowerCase())
  );
}

/** A contract as it is read: a paragraph a line, headings as headings. */
export function ContractText({ text, language }: { readonly text: string; readonly language?: string }) {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return (
    <div lang={language}>
      {lines.map((line, index) => {
        // A line may be said twice in a contract: its place names it.
        const key = `${index} ${line}`;
        if (line === '') return null;
        return isHeading(line) ? <h5 key={key}>{line.replace(/^#{1,3}\s+/, '')}</h5> : <p key={key}>{line}</p>;
      })}
    </div>
  );
}
