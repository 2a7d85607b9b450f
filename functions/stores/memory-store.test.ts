import { storeContract } from '../testing/store-contract.ts';
import { memoryStore } from './memory-store.ts';

storeContract(() => memoryStore(), 'contract');
