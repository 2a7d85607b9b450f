import { storeContract } from '@datchain/testing/server/store-contract.ts';
import { memoryStore } from './memory-store.ts';

storeContract(() => memoryStore(), 'contract');
