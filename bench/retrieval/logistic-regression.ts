/** Logistic regression by Newton's method. */

export interface Sample {
  readonly given: readonly number[];
  readonly isRight: boolean;
}

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** @param weights one for each value, and the bias */
export const logitOf = (weights: readonly number[], given: readonly number[]): number =>
  [...given, 1].reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);

const rounds = 30;
const ridge = 1e-3;

/**
 * Each set weighs the same.
 * @param count of the values of a sample
 * @returns a weight for each value, and the bias
 */
export function fittedWeights(bySet: readonly (readonly Sample[])[], count: number): readonly number[] {
  let weights: readonly number[] = new Array<number>(count + 1).fill(0);
  for (let round = 0; round < rounds; round += 1) {
    const gradient = weights.map((weight) => ridge * weight);
    const hessian = weights.map((_, row) => weights.map((_, column) => (row === column ? ridge : 0)));
    for (const samples of bySet)
      for (const sample of samples) addSample(sample, weights, 1 / samples.length, { gradient, hessian });
    const step = solve(hessian, gradient);
    weights = weights.map((weight, at) => weight - (step[at] ?? 0));
  }
  return weights;
}

function addSample(
  { given, isRight }: Sample,
  weights: readonly number[],
  importance: number,
  { gradient, hessian }: { readonly gradient: number[]; readonly hessian: readonly number[][] },
): void {
  const probability = sigmoid(logitOf(weights, given));
  const error = importance * (probability - (isRight ? 1 : 0));
  const curvature = importance * probability * (1 - probability);
  const values = [...given, 1];
  for (const [row, value] of values.entries()) {
    gradient[row] = (gradient[row] ?? 0) + error * value;
    const cells = hessian[row] ?? [];
    for (const [column, other] of values.entries()) cells[column] = (cells[column] ?? 0) + curvature * value * other;
  }
}

/** Gauss-Jordan elimination. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, values[at] ?? 0]);
  for (const [at, row] of rows.entries()) {
    const pivot = row[at] ?? 1;
    for (const [column, value] of row.entries()) row[column] = value / pivot;
    for (const other of rows) {
      const factor = other === row ? 0 : (other[at] ?? 0);
      for (const [column, value] of row.entries()) other[column] = (other[column] ?? 0) - factor * value;
    }
  }
  return rows.map((row) => row.at(-1) ?? 0);
}
