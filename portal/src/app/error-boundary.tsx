import { Component, type ReactNode } from 'react';
import { Trouble } from './trouble.tsx';

type State = { error?: unknown };

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    return 'error' in this.state ? <Trouble error={this.state.error} /> : this.props.children;
  }
}
