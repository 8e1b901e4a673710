/** JSX compiles to these calls. The bundler adds the import to each file: calls of `h` compress better than those of `jsx`. */
export { Fragment, h } from 'preact';
