import { Component, type ErrorInfo, type ReactNode } from 'react';

export interface PluginBoundaryProps {
  /** Drawn in the place of a page that threw. */
  readonly fallback: (error: unknown) => ReactNode;
  readonly onError: (error: unknown, componentStack: string) => void;
  readonly children: ReactNode;
}

interface Caught {
  readonly error: unknown;
}

/** Each plugin throws within its own boundary: the shell around it stays usable. */
export class PluginBoundary extends Component<PluginBoundaryProps, { caught: Caught | null }> {
  override state: { caught: Caught | null } = { caught: null };

  static getDerivedStateFromError(error: unknown): { caught: Caught } {
    return { caught: { error } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError(error, info.componentStack ?? '');
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught === null ? this.props.children : this.props.fallback(caught.error);
  }
}
