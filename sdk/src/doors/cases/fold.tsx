import { type ReactNode, useState } from 'react';

/** What is read only by whoever opens it. */
export function Fold({ title, children }: { readonly title: string; readonly children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="cases-fold"
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
    >
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}
