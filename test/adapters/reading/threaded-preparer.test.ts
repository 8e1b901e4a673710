import { ThreadedPreparer } from '../../../src/adapters/reading/threaded-preparer.ts';
import { describePassagePreparerContract } from '../../contracts/passage-preparer.ts';

describePassagePreparerContract('Threads', () => new ThreadedPreparer());
