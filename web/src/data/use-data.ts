import { createContext, useContext } from 'react';
import type { Queries } from './queries.ts';
import type { DocumentSource } from './source.ts';

export interface Data {
  readonly source: DocumentSource;
  readonly queries: Queries;
}

export const DataContext = createContext<Data | undefined>(undefined);

export function useData(): Data {
  const data = useContext(DataContext);
  if (data === undefined) throw new Error('A component that needs documents is used outside the app.');
  return data;
}
