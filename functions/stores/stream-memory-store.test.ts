import { streamStoreContract } from '../testing/stream-store-contract.ts';
import { streamMemoryStore } from './stream-memory-store.ts';

streamStoreContract(() => streamMemoryStore(), 'contract');
