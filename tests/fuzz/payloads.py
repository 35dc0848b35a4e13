"""Texts that try to become something else: markup, scripts, templates, terminal codes, letters that hide or turn others."""

from __future__ import annotations

import unicodedata

MARKUP = (
    "<script>alert(1)</script>", "</script><script>alert(1)</script>", "<ScRiPt>alert(1)</sCrIpT>", "<script/src=//evil.example>",
    "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>", "<svg><script>alert(1)</script></svg>", "<b>bold</b>", "<h1>",
    "</title><script>alert(1)</script>", "</style><style>*{display:none}</style>", "</pre><p>out</p>", "</text></svg><p>out</p>",
    '"><script>alert(1)</script>', "'><script>alert(1)</script>", '" onmouseover="alert(1)', "' onfocus='alert(1)' autofocus='",
    "` onmouseover=alert(1) `", "<iframe src='javascript:alert(1)'>", "<a href='javascript:alert(1)'>go</a>",
    "<meta http-equiv='refresh' content='0;url=//evil.example'>", "<base href='//evil.example/'>", "<form><button>send</button>",
    "<link rel=stylesheet href=//evil.example/x.css>", "<template><p>hidden</p></template>", "<noscript><p>", "</noscript><p>",
    "<!-- comment", "--><script>alert(1)</script>", "<![CDATA[<p>x</p>]]>", "]]><p>x</p>", "<?xml version='1.0'?>",
    "<!DOCTYPE html>",
    "&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;p&#62;", "&amp;amp;", "&", "<", "<p", "</", "%3Cscript%3E", "\\x3cscript\\x3e",
)
TEMPLATES = ("{{ 7 * 7 }}", "{% for x in range(9) %}<p>{% endfor %}", "{# gone #}", "${7*7}", "#{7*7}", "<%= 7*7 %>",
             "{{ found.__class__ }}", "[[7*7]]", "%s%n", "{0.__class__}")
CONTROLS = (
    "\0", "\a\b", "\x1b[31mred\x1b[0m", "\x1b]0;title\a", "\x1b[2J", "\x9b31m", "\x90dcs\x9c", "\x7f", "\x85", "\r",
    "a\x0bb\x0cc",
    "\u202eright to left", "\u202a\u202b\u202c\u202d", "\u2066\u2067\u2068\u2069", "\u200e\u200f\u061c", "zero\u200bwidth\ufeff",
    "\u2028\u2029", "\u00adsoft", "\ufff9\ufffa\ufffb", "\U000e0041\U000e007f", "\u2060\u2063",
)
LONG = ("W" * 256, "<p>" * 85, "\u202e" * 40, "a b " * 64)
PAYLOADS = (*MARKUP, *TEMPLATES, *CONTROLS, *LONG)


def hidden(text: str) -> set[str]:
    """The characters of a text that nobody can see, or that change what others see: all but newline of C*, and separators."""
    return {f"{ord(each):#x}" for each in set(text) - {"\n"} if unicodedata.category(each) in ("Cc", "Cf", "Cs", "Zl", "Zp")}


def toml(text: str) -> str:
    """A text as a TOML string, with every character that is not plain written as an escape."""
    return '"' + "".join(each if " " <= each <= "~" and each not in '"\\\\' else f"\\U{ord(each):08x}" for each in text) + '"'
