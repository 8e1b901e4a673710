/** Reason of a parked work item whose every attempt ended with its process. */
export const ENDED_WITHOUT_RESULT = 'The process ended during the last attempt';
