import { appContent } from '@kituo/sdk/contracts';

/** A contract as it is read: a paragraph a line, headings as headings. */
export function ContractText({ text, language }: { readonly text: string; readonly language?: string }) {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return (
    <div lang={language}>
      {lines.map((line, index) => {
        // A line may be said twice in a contract: its place names it.
        const key = `${index} ${line}`;
        if (line === '') return null;
        return appContent.isHeading(line) ? <h5 key={key}>{appContent.headingText(line)}</h5> : <p key={key}>{line}</p>;
      })}
    </div>
  );
}
