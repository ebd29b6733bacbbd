--
-- PostgreSQL database dump
--

-- Dumped from database version 15.18
-- Dumped by pg_dump version 15.18

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: authors; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.authors (
    id integer NOT NULL,
    name text NOT NULL,
    born integer,
    country text
);

--
-- Name: books; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.books (
    id integer NOT NULL,
    title text NOT NULL,
    author_id integer NOT NULL,
    year integer NOT NULL,
    language text NOT NULL,
    copies integer NOT NULL
);

--
-- Name: loans; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.loans (
    id integer NOT NULL,
    book_id integer NOT NULL,
    reader text NOT NULL,
    lent date NOT NULL,
    returned date
);

--
-- Data for Name: authors; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.authors (id, name, born, country) FROM stdin;
1	Jane Austen	1775	United Kingdom
2	Charlotte Brontë	1816	United Kingdom
3	Emily Brontë	1818	United Kingdom
4	Charles Dickens	1812	United Kingdom
5	Mary Shelley	1797	United Kingdom
6	Herman Melville	1819	United States
7	Mark Twain	1835	United States
8	Fyodor Dostoevsky	1821	Russia
9	Leo Tolstoy	1828	Russia
10	Gustave Flaubert	1821	France
11	Victor Hugo	1802	France
12	Émile Zola	1840	France
13	Theodor Fontane	1819	Germany
14	Johann Wolfgang von Goethe	1749	Germany
15	Selma Lagerlöf	1858	Sweden
16	Henrik Ibsen	1828	Norway
17	Miguel de Cervantes	1547	Spain
18	Natsume Sōseki	1867	Japan
19	Virginia Woolf	1882	United Kingdom
20	Franz Kafka	1883	Austria
\.

--
-- Data for Name: books; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.books (id, title, author_id, year, language, copies) FROM stdin;
1	Sense and Sensibility	1	1811	English	3
2	Pride and Prejudice	1	1813	English	6
3	Emma	1	1815	English	2
4	Persuasion	1	1817	English	2
5	Jane Eyre	2	1847	English	4
6	Villette	2	1853	English	1
7	Wuthering Heights	3	1847	English	3
8	Oliver Twist	4	1838	English	2
9	A Christmas Carol	4	1843	English	5
10	David Copperfield	4	1850	English	2
11	Bleak House	4	1853	English	1
12	A Tale of Two Cities	4	1859	English	3
13	Great Expectations	4	1861	English	4
14	Frankenstein	5	1818	English	4
15	The Last Man	5	1826	English	1
16	Typee	6	1846	English	1
17	Moby-Dick	6	1851	English	3
18	Billy Budd	6	1924	English	1
19	The Adventures of Tom Sawyer	7	1876	English	4
20	The Prince and the Pauper	7	1881	English	2
21	Adventures of Huckleberry Finn	7	1884	English	3
22	Преступление и наказание	8	1866	Russian	2
23	Идиот	8	1869	Russian	1
24	Братья Карамазовы	8	1880	Russian	2
25	Война и мир	9	1869	Russian	3
26	Анна Каренина	9	1878	Russian	2
27	Madame Bovary	10	1857	French	3
28	L’Éducation sentimentale	10	1869	French	1
29	Notre-Dame de Paris	11	1831	French	2
30	Les Misérables	11	1862	French	3
31	Thérèse Raquin	12	1867	French	1
32	L’Assommoir	12	1877	French	1
33	Nana	12	1880	French	1
34	Germinal	12	1885	French	2
35	Irrungen, Wirrungen	13	1888	German	1
36	Effi Briest	13	1895	German	3
37	Der Stechlin	13	1898	German	1
38	Die Leiden des jungen Werthers	14	1774	German	3
39	Die Wahlverwandtschaften	14	1809	German	1
40	Faust	14	1808	German	4
41	Gösta Berlings saga	15	1891	Swedish	1
42	Nils Holgerssons underbara resa genom Sverige	15	1906	Swedish	3
43	Brand	16	1866	Norwegian	1
44	Peer Gynt	16	1867	Norwegian	2
45	Et dukkehjem	16	1879	Norwegian	2
46	Hedda Gabler	16	1890	Norwegian	1
47	La Galatea	17	1585	Spanish	1
48	Don Quijote de la Mancha	17	1605	Spanish	3
49	Novelas ejemplares	17	1613	Spanish	1
50	吾輩は猫である	18	1905	Japanese	2
51	坊っちゃん	18	1906	Japanese	2
52	こころ	18	1914	Japanese	2
53	Mrs Dalloway	19	1925	English	3
54	To the Lighthouse	19	1927	English	2
55	Orlando	19	1928	English	2
56	The Waves	19	1931	English	1
57	Die Verwandlung	20	1915	German	4
58	Der Process	20	1925	German	2
59	Das Schloss	20	1926	German	2
60	Amerika	20	1927	German	1
\.

--
-- Data for Name: loans; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.loans (id, book_id, reader, lent, returned) FROM stdin;
1	2	Ada Marsh	2026-10-02	2026-10-23
2	17	Jonas Weil	2026-10-05	\N
3	36	Inês Prado	2026-10-09	2026-11-01
4	48	Ada Marsh	2026-10-24	\N
5	57	Tomasz Lis	2026-11-03	\N
6	14	Inês Prado	2026-11-11	\N
\.

--
-- Name: authors authors_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.authors
    ADD CONSTRAINT authors_pkey PRIMARY KEY (id);

--
-- Name: books books_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.books
    ADD CONSTRAINT books_pkey PRIMARY KEY (id);

--
-- Name: loans loans_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.loans
    ADD CONSTRAINT loans_pkey PRIMARY KEY (id);

--
-- Name: books_year_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX books_year_idx ON public.books USING btree (year);

--
-- Name: books books_author_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.books
    ADD CONSTRAINT books_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.authors(id);

--
-- Name: loans loans_book_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.loans
    ADD CONSTRAINT loans_book_id_fkey FOREIGN KEY (book_id) REFERENCES public.books(id);

--
-- PostgreSQL database dump complete
--

