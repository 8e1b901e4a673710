/** CSS selectors whose matchers are kept: cheerio parses and compiles a selector again for every page. */
import type { CheerioAPI } from 'cheerio';
import { compile } from 'css-select';
import { type AttributeSelector, isTraversal, parse, type Selector, SelectorType } from 'css-what';
import { type HtmlElement, type HtmlNode, isElement } from './dom.ts';

type Matcher = (element: HtmlNode) => boolean;

const matchers = new Map<string, Matcher>();

/**
 * Elements in document order, also within `<template>`.
 * @param selector a constant of the program, since its matcher is kept
 */
export function select($: CheerioAPI, selector: string, most = Number.POSITIVE_INFINITY): HtmlElement[] {
  const matches = matcherOf(selector);
  const found: HtmlElement[] = [];
  const waiting: HtmlNode[] = $.root().toArray();
  for (let next = waiting.pop(); next !== undefined && found.length < most; next = waiting.pop()) {
    if (!('children' in next)) continue;
    if (isElement(next) && matches(next)) found.push(next);
    for (let index = next.children.length - 1; index >= 0; index -= 1) waiting.push(next.children[index] as HtmlNode);
  }
  return found;
}

export const selectFirst = ($: CheerioAPI, selector: string): HtmlElement | undefined => select($, selector, 1)[0];

export const has = ($: CheerioAPI, selector: string): boolean => selectFirst($, selector) !== undefined;

/** @param selector a constant of the program, since its matcher is kept */
export function matcherOf(selector: string): Matcher {
  const known = matchers.get(selector);
  if (known !== undefined) return known;
  // Elements are renamed while a page is read, so one that did not match may match later.
  const matches: Matcher = compile<HtmlNode, HtmlElement>(selector, { cacheResults: false });
  const mayMatch = prefilterOf(selector);
  const matcher: Matcher = (node) => isElement(node) && mayMatch(node) && matches(node);
  matchers.set(selector, matcher);
  return matcher;
}

/** Passes elements by their name and attributes. The compiled matcher tries one alternative after the other, on each element of a page. */
function prefilterOf(selector: string): (element: HtmlElement) => boolean {
  const names = new Set<string>();
  const attributes = new Set<string>();
  for (const alternative of parse(selector)) {
    const own = alternative.slice(alternative.findLastIndex(isTraversal) + 1);
    const name = own.find(isTag)?.name;
    const attribute = own.find(isRequired)?.name;
    if (name !== undefined) names.add(name.toLowerCase());
    else if (attribute !== undefined) attributes.add(attribute);
    else return () => true;
  }
  return ({ name, attribs }) => {
    if (names.has(name)) return true;
    if (attributes.size > 0) for (const attribute in attribs) if (attributes.has(attribute)) return true;
    return false;
  };
}

const isTag = (token: Selector) => token.type === SelectorType.Tag;
const isRequired = (token: Selector): token is AttributeSelector =>
  token.type === SelectorType.Attribute && token.action !== 'not';
