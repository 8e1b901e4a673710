/** What JSX compiles to. The bundler adds this import to each file: calls of `h` compress better than those of `jsx`. */
export { Fragment, h } from 'preact';
