/** The inverse of a symmetric positive definite matrix, stored row after row, by Cholesky's decomposition. */
export function invertSymmetric(matrix: Float64Array, size: number): Float64Array {
  const factor = decompose(matrix, size);
  const inverse = new Float64Array(size * size);
  const column = new Float64Array(size);
  for (let unit = 0; unit < size; unit++) {
    column.fill(0);
    column[unit] = 1;
    substitute(factor, size, column);
    inverse.set(column, unit * size);
  }
  return inverse;
}

/** x with matrix · x = values. */
export function solveSymmetric(matrix: Float64Array, values: Float64Array): Float64Array {
  const solution = values.slice();
  substitute(decompose(matrix, values.length), values.length, solution);
  return solution;
}

/** The lower triangle L with L·Lᵀ = matrix. */
function decompose(matrix: Float64Array, size: number): Float64Array {
  const factor = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column] ?? 0;
      for (let k = 0; k < column; k++) sum -= (factor[row * size + k] ?? 0) * (factor[column * size + k] ?? 0);
      factor[row * size + column] = row === column ? Math.sqrt(sum) : sum / (factor[column * size + column] ?? 1);
    }
  }
  return factor;
}

/** Solves L·Lᵀ·x = values in place. */
function substitute(factor: Float64Array, size: number, values: Float64Array): void {
  for (let row = 0; row < size; row++) {
    let sum = values[row] ?? 0;
    for (let k = 0; k < row; k++) sum -= (factor[row * size + k] ?? 0) * (values[k] ?? 0);
    values[row] = sum / (factor[row * size + row] ?? 1);
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = values[row] ?? 0;
    for (let k = row + 1; k < size; k++) sum -= (factor[k * size + row] ?? 0) * (values[k] ?? 0);
    values[row] = sum / (factor[row * size + row] ?? 1);
  }
}
